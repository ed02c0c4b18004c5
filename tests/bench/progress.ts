export function say(line: string): void {
  console.log(`bench: ${line}`);
}

/** Tells how far a part has come: one line that changes on a terminal, nothing elsewhere. */
export function createProgress(part: string, total: number): (what: string) => void {
  let done = 0;
  say(`${part}: ${total} measurements`);
  return (what) => {
    done++;
    if (!process.stdout.isTTY) return;
    process.stdout.write(`\r\x1b[K${part} ${done}/${total}: ${what}${done === total ? '\n' : ''}`);
  };
}
