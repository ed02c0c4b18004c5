import { Table, Text } from '@medusajs/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZE, type Page } from '../routes';

interface Props<Row> {
  /** Identifies the list; another one begins at its first page. */
  name: string;
  columns: readonly string[];
  empty: string;
  load: (offset: number) => Promise<Page<Row>>;
  /** The cells of a row, and its key. */
  describe: (row: Row) => { key: string; cells: readonly React.ReactNode[] };
}

/** A table whose rows are loaded page by page. */
export function PagedTable<Row>({ name, columns, empty, load, describe }: Props<Row>) {
  const [page, setPage] = useState(0);
  const { data, error } = useQuery({
    queryKey: ['droppoint', name, page],
    queryFn: () => load(page * PAGE_SIZE),
  });
  if (error) return <Note text={error.message} isAlert />;
  if (!data) return <Note text="Loading …" />;
  if (data.count === 0) return <Note text={empty} />;
  const pageCount = Math.ceil(data.count / PAGE_SIZE);
  return (
    <>
      <div className="overflow-x-auto">
        <Table>
          <Table.Header>
            <Table.Row>
              {columns.map((column) => (
                <Table.HeaderCell key={column}>{column}</Table.HeaderCell>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {data.rows.map(describe).map(({ key, cells }) => (
              <Table.Row key={key}>
                {cells.map((cell, at) => (
                  <Table.Cell key={columns[at]} className="py-2">
                    {cell}
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
      <Table.Pagination
        count={data.count}
        pageSize={PAGE_SIZE}
        pageIndex={page}
        pageCount={pageCount}
        canPreviousPage={page > 0}
        canNextPage={page + 1 < pageCount}
        previousPage={() => setPage(page - 1)}
        nextPage={() => setPage(page + 1)}
      />
    </>
  );
}

const Note = ({ text, isAlert = false }: { text: string; isAlert?: boolean }) => (
  <Text size="small" role={isAlert ? 'alert' : 'status'} className="text-ui-fg-subtle px-6 py-4">
    {text}
  </Text>
);
