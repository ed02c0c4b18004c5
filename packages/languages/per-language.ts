/** Caches an `Intl` formatter for each language: creating one costs more than a hundred uses of it. */
export const perLanguage = <Formatter>(make: (language: string) => Formatter) => {
  const made = new Map<string, Formatter>();
  return (language: string): Formatter => {
    let formatter = made.get(language);
    if (formatter === undefined) made.set(language, (formatter = make(language)));
    return formatter;
  };
};
