import { checkPoint } from './check-point.mjs';

const LONGEST_FIELD = 300;

/**
 * @typedef {{field: string, text: string}} Problem of a field, as a sentence for the shopper
 * @typedef {{name: string, email: string, phone: string, delivery: 'point' | 'home', address: string, pointId: string, pointLines: string[], isPointSure: boolean, place: {latitude: string, longitude: string} | null}} Order
 */

/**
 * Reads the checkout's form and validates the point with Droppoint.
 * @param {URLSearchParams} form
 * @param {string} droppoint
 * @param {string} countries countries that the shop delivers to, as in the picker
 * @returns {Promise<{order: Order, problems: Problem[], alternatives: import('./check-point.mjs').Near[]}>}
 */
export async function readOrder(form, droppoint, countries) {
  // Cut by code points: a lone surrogate can't be sent to Droppoint.
  /** @param {string} name */
  const read = (name) =>
    Array.from((form.get(name) ?? '').trim())
      .slice(0, LONGEST_FIELD)
      .join('');
  /** @type {Order} */
  const order = {
    name: read('name'),
    email: read('email'),
    phone: read('phone'),
    delivery: read('delivery') === 'home' ? 'home' : 'point',
    address: read('address'),
    // The button of an alternative takes precedence over the picker.
    pointId: read('instead') || read('pickup_point'),
    pointLines: [],
    isPointSure: true,
    // If the point closes, only the shop may still have its position.
    place: read('pickup_latitude')
      ? { latitude: read('pickup_latitude'), longitude: read('pickup_longitude') }
      : null,
  };
  /** @type {Problem[]} */
  const problems = [];
  if (order.name === '') problems.push({ field: 'name', text: 'Please tell us your name.' });
  if (!/^\S+@\S+$/.test(order.email))
    problems.push({ field: 'email', text: 'Please tell us your e-mail address.' });
  // The form that carriers accept.
  if (!/^\+?\d[\d ()-]{4,24}$/.test(order.phone))
    problems.push({ field: 'phone', text: 'Please enter a phone number such as +48 500 000 202.' });
  if (order.delivery === 'home') {
    if (order.address === '') problems.push({ field: 'address', text: 'Please tell us where you live.' });
    return { order: { ...order, pointId: '' }, problems, alternatives: [] };
  }
  if (order.pointId === '') {
    problems.push({ field: 'pickup_point', text: 'Please choose a pick-up point.' });
    return { order, problems, alternatives: [] };
  }

  const validity = await checkPoint(droppoint, order.pointId, { country: countries, ...order.place });
  order.pointLines = validity.summary?.lines ?? [];
  order.isPointSure = validity.status === 'exists';
  if (!validity.isValid)
    problems.push({ field: 'pickup_point', text: describeProblem(order.pointId, validity) });
  return { order, problems, alternatives: validity.alternatives };
}

/**
 * Describes why a point is invalid, for people.
 * @param {string} id
 * @param {import('./check-point.mjs').Validity} validity
 */
export function describeProblem(id, { status, errors = [], meant }) {
  if (status === 'gone') return `The pick-up point ${id} has closed. Please choose another.`;
  if (status === 'mistyped')
    return `There is no pick-up point ${id}. ${meant === undefined ? 'Please choose one.' : `Did you mean ${meant}?`}`;
  // The reason of a rule is the shop's own sentence.
  const rule = errors.find(({ code }) => code === 'rule');
  return `We can’t send to the pick-up point ${id}. ${rule?.message ?? 'Please choose another.'}`;
}
