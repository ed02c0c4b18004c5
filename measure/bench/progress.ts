export function say(line: string): void {
  console.log(`bench: ${line}`);
}

/** Reports a part's progress: one line, rewritten in place, on a terminal; nothing elsewhere. */
export function createProgress(part: string, total: number): (what: string) => void {
  let done = 0;
  say(`${part}: ${total} measurements`);
  return (what) => {
    done++;
    if (!process.stdout.isTTY) return;
    process.stdout.write(`\r\x1b[K${part} ${done}/${total}: ${what}${done === total ? '\n' : ''}`);
  };
}
