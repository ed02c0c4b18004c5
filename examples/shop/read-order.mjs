import { checkPoint } from './check-point.mjs';

const LONGEST_FIELD = 300;

/**
 * @typedef {{field: string, text: string}} Problem what is wrong with a field, for the shopper
 * @typedef {import('./check-point.mjs').Point} Point
 * @typedef {{name: string, email: string, delivery: 'point' | 'home', address: string, pointId: string, point: Point | null, isPointSure: boolean, place: {latitude: string, longitude: string} | null}} Order
 */

/**
 * Reads the checkout's form and asks Droppoint about the point.
 * @param {URLSearchParams} form
 * @param {string} droppoint
 * @param {string} countries where the shop sends to, as the picker has it
 * @returns {Promise<{order: Order, problems: Problem[], alternatives: Point[]}>}
 */
export async function readOrder(form, droppoint, countries) {
  /** @param {string} name */
  const read = (name) => (form.get(name) ?? '').trim().slice(0, LONGEST_FIELD);
  /** @type {Order} */
  const order = {
    name: read('name'),
    email: read('email'),
    delivery: read('delivery') === 'home' ? 'home' : 'point',
    address: read('address'),
    // The button beside an alternative speaks louder than the picker.
    pointId: read('instead') || read('pickup_point'),
    point: null,
    isPointSure: true,
    // Should the point close, nobody else may still know where it was.
    place: read('pickup_latitude')
      ? { latitude: read('pickup_latitude'), longitude: read('pickup_longitude') }
      : null,
  };
  /** @type {Problem[]} */
  const problems = [];
  if (order.name === '') problems.push({ field: 'name', text: 'Please tell us your name.' });
  if (!/^\S+@\S+$/.test(order.email))
    problems.push({ field: 'email', text: 'Please tell us your e-mail address.' });
  if (order.delivery === 'home') {
    if (order.address === '') problems.push({ field: 'address', text: 'Please tell us where you live.' });
    return { order: { ...order, pointId: '' }, problems, alternatives: [] };
  }
  if (order.pointId === '') {
    problems.push({ field: 'pickup_point', text: 'Please choose a pick-up point.' });
    return { order, problems, alternatives: [] };
  }

  const validity = await checkPoint(droppoint, order.pointId, { country: countries, ...order.place });
  order.point = validity.point ?? null;
  order.isPointSure = validity.status === 'exists';
  if (!validity.isValid)
    problems.push({ field: 'pickup_point', text: describeProblem(order.pointId, validity) });
  return { order, problems, alternatives: validity.alternatives };
}

/**
 * Why a point won't do, for people.
 * @param {string} id
 * @param {import('./check-point.mjs').Validity} validity
 */
export const describeProblem = (id, { status }) =>
  status === 'gone'
    ? `The pick-up point ${id} has closed. Please choose another.`
    : `We can’t send to the pick-up point ${id}. Please choose another.`;
