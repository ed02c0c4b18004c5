import type { EventEmitter } from 'node:events';
import type { CDPSession } from '@playwright/test';
import type { Send } from './shape.ts';

/**
 * Prepares frames of other sites: they have processes of their own, to which the page's emulation settings don't apply. Pauses each such frame
 * before its first request until it is prepared, and emits its events as if they were the page's own.
 * @param prepare called with the function that sends commands to the frame
 */
export async function followFrames(
  session: CDPSession,
  prepare: (send: Send) => Promise<void>,
): Promise<void> {
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    const send = createSender(session, sessionId);
    void prepare(send).then(() => send('Runtime.runIfWaitingForDebugger'));
  });
  // Not flat: Playwright's sessions receive children's messages only wrapped into the parent's.
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
  });
}

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

function createSender(session: CDPSession, sessionId: string): Send {
  let lastId = 0;
  const pending = new Map<number, (answer: Message) => void>();
  session.on('Target.receivedMessageFromTarget', (received) => {
    if (received.sessionId !== sessionId) return;
    const message = JSON.parse(received.message) as Message;
    if (message.id !== undefined) pending.get(message.id)?.(message);
    else if (message.method !== undefined)
      (session as unknown as EventEmitter).emit(message.method, message.params);
  });
  const send = async (method: string, params: object = {}) => {
    const id = ++lastId;
    const answering = new Promise<Message>((resolve) => pending.set(id, resolve));
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    const { result, error } = await answering;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return send as Send;
}
