/** The platform's products: path prefix and version (docs/platform-api.md, chapter 9). */
const PRODUCT_VERSIONS = { account: 1, location: 1, shipping: 2, pickups: 1, returns: 1, tracking: 1 };

export type Product = keyof typeof PRODUCT_VERSIONS;

/**
 * Path of an operation below the platform's base address: `/shipping/v2/organizations/42/shipments`.
 * Segments are percent-encoded, so that an external id can't change the path.
 * @throws RangeError for a segment that a URL parser would resolve or drop (`.`, `..`, empty).
 */
export function productPath(product: Product, ...segments: readonly string[]): string {
  for (const segment of segments) {
    if (segment === '' || segment === '.' || segment === '..') {
      throw new RangeError(`a path segment can't be "${segment}"`);
    }
  }
  return `/${product}/v${PRODUCT_VERSIONS[product]}/${segments.map(encodeURIComponent).join('/')}`;
}
