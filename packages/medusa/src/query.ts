import type { MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';

/**
 * Reads rows, as far as the plugin declares their fields; Medusa's types leave most of them open.
 * @param entity its name in Medusa
 */
export async function findRows<Row>(
  container: Pick<MedusaContainer, 'resolve'>,
  entity: string,
  fields: readonly string[],
  filters: object,
): Promise<Row[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity, fields: [...fields], filters } as never);
  return data as Row[];
}

/** As `findRows`. @returns null if there is none */
export const findRow = async <Row>(...search: Parameters<typeof findRows>): Promise<Row | null> =>
  (await findRows<Row>(...search))[0] ?? null;
