/** Scripts of the checkout: show the fields of the chosen way of delivery, and send the point's position with the form. */
const form = document.querySelector('#checkout');
const picker = document.querySelector('droppoint-picker');

function showDelivery() {
  const delivery = new FormData(form).get('delivery');
  // Disabled fields are neither required nor sent: an order to a home address has no point.
  for (const way of form.querySelectorAll('fieldset.way')) way.disabled = way.dataset.way !== delivery;
  document.querySelector('.basket').dataset.delivery = delivery;
}

function keepPosition() {
  const { latitude = '', longitude = '' } = picker.selectedPoint?.coordinates ?? {};
  form.elements.pickup_latitude.value = latitude;
  form.elements.pickup_longitude.value = longitude;
}

form.addEventListener('change', showDelivery);
// After a reload, the browser may restore the way of delivery that was chosen before.
showDelivery();
picker?.addEventListener('change', keepPosition);
document.querySelector('#problems')?.focus();
