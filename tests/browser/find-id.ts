/** An id of the published network, of the form that most have. */
export async function findId(origin: string): Promise<string> {
  const read = async (path: string) => (await fetch(`${origin}/snapshot/${path}`)).json() as Promise<unknown>;
  const { version } = (await read('manifest.json')) as { version: string };
  const rows = (await read(`${version}/ids/0.json`)) as [id: string, place: number][];
  return rows.find(([id]) => /^[A-Z]{2}_[A-Z0-9]+$/.test(id))![0];
}
