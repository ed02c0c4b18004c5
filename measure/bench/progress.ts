export function logLine(line: string): void {
  console.log(`bench: ${line}`);
}

/** Reports a part's progress on a terminal, in one line that is rewritten in place; prints nothing elsewhere. */
export function createProgress(part: string, total: number): (what: string) => void {
  let done = 0;
  logLine(`${part}: ${total} measurements`);
  return (what) => {
    done++;
    if (!process.stdout.isTTY) return;
    process.stdout.write(`\r\x1b[K${part} ${done}/${total}: ${what}${done === total ? '\n' : ''}`);
  };
}
