/** Sets the theme that a shop's page requests in the fragment of its frame's address. */
export function setTheme(): void {
  const theme = new URLSearchParams(location.hash.slice(1)).get('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}
