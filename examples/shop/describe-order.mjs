/** @type {Record<import('@droppoint/platform').ParcelState, string>} */
const SENTENCES = {
  registered: 'Your parcel is packed, and waits for the carrier.',
  on_its_way: 'Your parcel is on its way.',
  ready: 'Your parcel is ready: you can collect it.',
  delivered: 'You have your parcel. We hope you like what is in it.',
  problem: 'Something is wrong with your parcel. We are asking the carrier and will write to you.',
  cancelled: 'Your parcel was cancelled. We will write to you.',
  returning: 'Your parcel wasn’t collected and is coming back to us. We will write to you.',
  returned: 'Your parcel came back to us. We will refund you.',
};

/**
 * Describes an order for the customer: for its page, and for the updates pushed to the page.
 * @param {import('./orders.mjs').StoredOrder} order
 * @param {import('./parcel-book.mjs').ParcelBook} book
 */
export function describeOrder(order, book) {
  const { delivery, address, pointId, pointLines, shipment, trackingNumber, returnLink, returnNumber } =
    order;
  const state = book.stateOf(trackingNumber);
  const sentence =
    returnNumber !== null
      ? describeReturn(book.stateOf(returnNumber))
      : state === null
        ? 'We are packing your order.'
        : SENTENCES[state];
  return {
    sentence,
    place: delivery === 'home' ? address : pointLines.join(', ') || pointId || 'Not chosen yet',
    pointId,
    // From the moment it is sent, the carrier has the address.
    canChange: delivery === 'point' && shipment === 'none',
    trackingNumber,
    // A collected order can be sent back.
    returnLink: state === 'delivered' && returnNumber === null ? returnLink : null,
    returnNumber,
  };
}

/** @param {import('./parcel-book.mjs').State} state */
function describeReturn(state) {
  if (state === 'delivered') return 'We have received your return and will refund you.';
  return state === null || state === 'registered'
    ? 'Your return is announced: hand it in whenever it suits you.'
    : 'Your return is on its way to us.';
}
