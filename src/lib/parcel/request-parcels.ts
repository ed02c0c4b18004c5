/** Requests where parcels are. @param numbers 1 to `MAX_PARCELS` */
export const requestParcels = (numbers: readonly string[], signal?: AbortSignal): Promise<Response> =>
  fetch(`/api/parcels?numbers=${numbers.map((number) => encodeURIComponent(number)).join(',')}`, {
    signal: signal ?? null,
  });
