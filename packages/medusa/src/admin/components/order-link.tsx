import { Link } from 'react-router-dom';

interface Props {
  order: { order_id: string; display_id: number | null };
}

/** Leads to an order, where its point can be changed. */
export const OrderLink = ({ order: { order_id, display_id } }: Props) =>
  display_id === null ? (
    <>–</>
  ) : (
    <Link to={`/orders/${order_id}`} className="text-ui-fg-interactive whitespace-nowrap">
      #{display_id}
    </Link>
  );
