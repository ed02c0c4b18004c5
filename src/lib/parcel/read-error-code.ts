/** The code in the body of a refusal, which can still be read afterwards; undefined if it has none. */
export async function readErrorCode(response: Response): Promise<unknown> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: unknown } | null;
  return body?.error;
}
