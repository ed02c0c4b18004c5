/** A translation in the document, and the text that it stands for. */
interface Translated {
  translation: ChildNode;
  text: string;
}

/**
 * Keeps texts current in an element that the browser translates. Such browsers take text nodes out of the document, and put a `<font>`
 * with the translation in their place; Svelte still writes to the text nodes, which nobody sees, and looks for them when it removes a part of the page.
 * So each text node is put back, empty, beside its translation, which is removed once the text changes or is removed.
 */
export function surviveTranslation(root: Node): () => void {
  const translated = new Map<Text, Translated>();

  function putBack(text: Text, translation: ChildNode, isChanged: boolean): void {
    translation.before(text);
    if (isChanged) return translation.remove();
    translated.set(text, { translation, text: text.data });
    text.data = '';
  }

  function removeTranslation(text: Text): void {
    translated.get(text)?.translation.remove();
    translated.delete(text);
  }

  const isKnown = (node: Node) => [...translated.values()].some(({ translation }) => translation === node);

  /** The browser shows the original again, or another translation. */
  function followReplacement(old: Node, near: readonly Node[]): void {
    for (const [text, each] of translated) {
      if (each.translation !== old || old.isConnected) continue;
      const other = near.find((node) => node !== text && hasText(node) && !isKnown(node));
      if (other !== undefined) each.translation = other as ChildNode;
      else {
        translated.delete(text);
        if (text.data === '') text.data = each.text;
      }
    }
  }

  const observer = new MutationObserver((records) => {
    const changed = new Set(
      records.filter(({ type }) => type === 'characterData').map(({ target }) => target),
    );
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') removeTranslation(target as Text);
      const beside = [nextSibling, previousSibling].filter(isTranslation);
      const near = [...addedNodes, ...beside];
      for (const removed of removedNodes) {
        if (removed.isConnected) continue;
        if (!(removed instanceof Text)) followReplacement(removed, near);
        else if (translated.has(removed)) removeTranslation(removed);
        else {
          const translation = near.find((node) => isTranslation(node) && !isKnown(node)) as
            | HTMLElement
            | undefined;
          if (translation?.isConnected && hasText(removed))
            putBack(removed, translation, changed.has(removed));
        }
      }
    }
    for (const text of translated.keys()) if (!text.isConnected) translated.delete(text);
    // These are the changes made here.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

const hasText = (node: Node) => (node.textContent ?? '').trim() !== '';

/** The element in which Chromium and its relatives put translations; nothing else uses it. */
const isTranslation = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';
