/** A port whose messages arrive synchronously, copied as a browser copies them. */
export class FakePort {
  other!: FakePort;
  isClosed = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  postMessage(message: unknown): void {
    if (!this.isClosed && !this.other.isClosed) this.other.onmessage?.({ data: structuredClone(message) });
  }
  close(): void {
    this.isClosed = true;
  }
}

export class FakeChannel {
  readonly port1 = new FakePort();
  readonly port2 = new FakePort();

  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}
