import { ResolveField, Resolver } from '@nestjs/graphql';
import type { Type } from '@vendure/core';

/**
 * Distinguishes the members of a union: errors carry their name, like Vendure's own.
 * @param otherwise name of the member that carries none
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
