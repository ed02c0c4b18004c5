/** Of an order the point is only shown, until somebody wants to change it: then the picker opens, and what is chosen is saved. */
const form = document.querySelector('#change');
const picker = form?.querySelector('droppoint-picker');

form?.addEventListener('submit', (event) => {
  // Where there is no picker, or one of the points beside it was pressed, the form is sent as it is.
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
