/** Memory and processor time, reported on request by a process that runs the function. */
export interface Usage {
  /** Only with the question `memory`: after a garbage collection. */
  heapBytes: number;
  residentBytes: number;
  /** Since the process began. */
  cpuMs: number;
}

/** The question to the process: a garbage collection before each short measurement would distort it. */
export type UsageQuestion = 'memory' | 'time';

/** Answers the parent process's questions for the usage of this one. */
export function reportUsage(): void {
  process.on('message', (question: UsageQuestion) => {
    if (question === 'memory') globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { heapUsed, rss } = process.memoryUsage();
    const usage: Usage = { heapBytes: heapUsed, residentBytes: rss, cpuMs: (user + system) / 1000 };
    process.send?.(usage);
  });
}
