/**
 * Script of the checkout: shows the fields of the chosen delivery method, and sends the point's position
 * with the form.
 */
const form = document.querySelector('#checkout');
const picker = document.querySelector('droppoint-picker');

function showDelivery() {
  const delivery = new FormData(form).get('delivery');
  // Disabled fields are neither required nor sent, so an order to a home address has no point.
  for (const way of form.querySelectorAll('fieldset.way')) way.disabled = way.dataset.way !== delivery;
  document.querySelector('.basket').dataset.delivery = delivery;
}

function storePosition() {
  const { latitude = '', longitude = '' } = picker.selectedPoint?.coordinates ?? {};
  form.elements.pickup_latitude.value = latitude;
  form.elements.pickup_longitude.value = longitude;
}

form.addEventListener('change', showDelivery);
// After a reload, the browser may restore the delivery method that was chosen before.
showDelivery();
picker?.addEventListener('change', storePosition);
document.querySelector('#problems')?.focus();
