/** Distinct texts that are remembered. Ways of delivery and payment repeat in every row. */
const MAX_TEXTS = 5_000;

/** Remembers the answers of a slow check of a text. */
export function rememberTexts(check: (text: string) => boolean): (text: string) => boolean {
  const answers = new Map<string, boolean>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = check(text);
    if (answers.size < MAX_TEXTS) answers.set(text, answer);
    return answer;
  };
}
