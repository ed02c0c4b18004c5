import { ResolveField, Resolver } from '@nestjs/graphql';
import type { Type } from '@vendure/core';

/**
 * Tells the members of a union apart: errors have their name, as Vendure's own have.
 * @param otherwise name of the member that has none
 */
export function createUnionResolver(union: string, otherwise: string): Type<unknown> {
  @Resolver(union)
  class UnionResolver {
    @ResolveField()
    __resolveType(value: object): string {
      return '__typename' in value ? String(value.__typename) : otherwise;
    }
  }
  return UnionResolver;
}
