/** GraphQL types that both APIs have. */
export const POINT_TYPES = /* GraphQL */ `
  "A point that an order could go to instead."
  type PickupPointAlternative {
    id: String!
    "Lines to print."
    lines: [String!]!
    distanceMetres: Int!
  }

  "No parcel can be sent to this point."
  type PickupPointError implements ErrorResult {
    errorCode: ErrorCode!
    "A sentence for shoppers."
    message: String!
    "gone, mistyped, country, type, rule …"
    problem: String!
    "The id that was probably intended."
    meant: String
    "The nearest valid points."
    alternatives: [PickupPointAlternative!]!
  }
`;
