/** Queries of the block to the Admin API, and the types of the answers. */

export interface OrderReturn {
  trackingNumber?: string;
  dropOffCode?: string;
}

interface Alternative {
  id: string;
  lines: string[];
  distanceMetres: number;
}

export interface ShippingAddress {
  countryCode: string | null;
  postalCode: string | null;
  city: string | null;
}

export interface OrderDetails {
  droppointOrigin: string;
  order: {
    shippingAddress: ShippingAddress | null;
    customFields: {
      /** An unset point is read as one without an id. */
      pickupPoint: { id: string | null; lines: string[] } | null;
      pickupPointProblem: string | null;
      pickupPointAlternatives: Alternative[] | null;
      pickupReturn: OrderReturn | null;
    };
  } | null;
}

export const orderDocument = /* GraphQL */ `
  query DroppointOrder($id: ID!) {
    droppointOrigin
    order(id: $id) {
      id
      shippingAddress {
        countryCode
        postalCode
        city
      }
      customFields {
        pickupPoint {
          id
          lines
        }
        pickupPointProblem
        pickupPointAlternatives {
          id
          lines
          distanceMetres
        }
        pickupReturn {
          trackingNumber
          dropOffCode
        }
      }
    }
  }
`;

export interface SetPoint {
  setPickupPointOfOrder: { problem?: string; message?: string; alternatives?: Alternative[] };
}

export const setPointDocument = /* GraphQL */ `
  mutation SetPickupPointOfOrder($orderId: ID!, $id: String!) {
    setPickupPointOfOrder(orderId: $orderId, id: $id) {
      ... on Order {
        id
      }
      ... on PickupPointError {
        problem
        message
        alternatives {
          id
          lines
          distanceMetres
        }
      }
    }
  }
`;

export interface Parcels {
  pickupParcels: {
    message?: string;
    items?: {
      trackingNumber: string;
      state: string | null;
      labelPath: string;
      events: { code: string; time: string; place: string | null }[];
    }[];
  };
}

export const parcelsDocument = /* GraphQL */ `
  query PickupParcels($orderId: ID!) {
    pickupParcels(orderId: $orderId) {
      ... on PickupParcels {
        items {
          trackingNumber
          state
          labelPath
          events {
            code
            time
            place
          }
        }
      }
      ... on CarrierError {
        message
      }
    }
  }
`;

export interface CreateReturn {
  createPickupReturn: OrderReturn & { message?: string };
}

export const createReturnDocument = /* GraphQL */ `
  mutation CreatePickupReturn($orderId: ID!) {
    createPickupReturn(orderId: $orderId) {
      ... on PickupReturn {
        trackingNumber
        dropOffCode
      }
      ... on CarrierError {
        message
      }
    }
  }
`;
