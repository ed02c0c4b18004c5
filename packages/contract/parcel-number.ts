/** Maximum number of parcels in one request. */
export const MAX_PARCELS = 20;
/** Usually 24 digits; other forms occur (docs/platform-api.md, chapter 11), so the check is loose. */
export const PARCEL_NUMBER = /^[A-Za-z0-9]{8,40}$/;
