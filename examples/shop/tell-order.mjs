/** @type {Record<import('@droppoint/platform').ParcelState, string>} */
const SENTENCES = {
  registered: 'Your parcel is packed, and waits for the carrier.',
  on_its_way: 'Your parcel is on its way.',
  ready: 'Your parcel is ready: you can collect it.',
  delivered: 'You have your parcel. We hope you like what is in it.',
  problem: 'Something is wrong with your parcel. We are asking the carrier, and write to you.',
  cancelled: 'Your parcel was cancelled. We write to you.',
  returning: 'Your parcel wasn’t collected and comes back to us. We write to you.',
  returned: 'Your parcel came back to us. We send your money back.',
};

/**
 * What the customer is told of an order, on its page when that is loaded, and pushed to it later.
 * @param {import('./orders.mjs').KeptOrder} order
 * @param {import('./parcel-book.mjs').ParcelBook} book
 */
export function tellOrder(order, book) {
  const { delivery, address, pointId, pointLines, trackingNumber, returnLink, returnNumber } = order;
  const state = book.stateOf(trackingNumber);
  const sentence =
    returnNumber !== null
      ? tellReturn(book.stateOf(returnNumber))
      : state === null
        ? 'We are packing your order.'
        : SENTENCES[state];
  return {
    sentence,
    place: delivery === 'home' ? address : pointLines.join(', ') || pointId,
    pointId,
    trackingNumber,
    // What was collected can be sent back.
    returnLink: state === 'delivered' && returnNumber === null ? returnLink : null,
    returnNumber,
  };
}

/** @param {import('./parcel-book.mjs').State} state */
function tellReturn(state) {
  if (state === 'delivered') return 'Your return is with us. We send your money back.';
  return state === null || state === 'registered'
    ? 'Your return is announced: hand it in whenever it suits you.'
    : 'Your return is on its way to us.';
}
