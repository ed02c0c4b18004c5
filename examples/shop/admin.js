/** An order's point is readonly until somebody wants to change it: then the picker opens, and the chosen point is saved. */
const form = document.querySelector('#change');
const picker = form?.querySelector('droppoint-picker');

form?.addEventListener('submit', (event) => {
  // Without a picker, or with the button of an alternative, the form is submitted as it is.
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
