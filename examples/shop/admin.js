/**
 * An order's point is read-only until staff want to change it. Then the picker opens, and the chosen point
 * is saved.
 */
const form = document.querySelector('#change');
const picker = form?.querySelector('droppoint-picker');

form?.addEventListener('submit', (event) => {
  // Submit the form as it is if there is no picker, or if the button of an alternative was pressed.
  if (!picker.matches(':defined[readonly]') || event.submitter?.value) return;
  event.preventDefault();
  void changePoint();
});

async function changePoint() {
  picker.readonly = false;
  const point = await picker.open().catch(() => null);
  if (point) form.submit();
  else picker.readonly = true;
}
