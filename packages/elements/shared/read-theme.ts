/** As the page: light unless it supports dark; if it supports both, the shopper's system setting applies. */
export const readTheme = ({ colorScheme }: CSSStyleDeclaration): 'light' | 'dark' | 'auto' =>
  colorScheme.includes('dark') ? (colorScheme.includes('light') ? 'auto' : 'dark') : 'light';
