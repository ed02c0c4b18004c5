/** What the checkout does beyond a plain form: ways of delivery switch each other off, and the form knows where the point is. */
const form = document.querySelector('#checkout');
const picker = document.querySelector('droppoint-picker');

function showDelivery() {
  const delivery = new FormData(form).get('delivery');
  // What is disabled is neither asked for nor sent: a point chosen before is no part of an order to somebody's home.
  for (const way of form.querySelectorAll('fieldset.way')) way.disabled = way.dataset.way !== delivery;
  document.querySelector('.basket').dataset.delivery = delivery;
}

function keepPosition() {
  const { latitude = '', longitude = '' } = picker.selectedPoint?.coordinates ?? {};
  form.elements.pickup_latitude.value = latitude;
  form.elements.pickup_longitude.value = longitude;
}

form.addEventListener('change', showDelivery);
// The browser may have filled in what was chosen before a reload.
showDelivery();
picker?.addEventListener('change', keepPosition);
document.querySelector('#problems')?.focus();
