const DARK = ":root[data-theme='dark']";

/**
 * Copies each rule for `data-theme="dark"` on <html> to one for a dark system theme, unless the attribute is `light`. So dark colours
 * are written once, although CSS can't combine a media query and an attribute in one selector.
 * @type {import('postcss').Plugin}
 */
export const followSystem = {
  postcssPlugin: 'follow-system',
  Once(root, { AtRule }) {
    root.walkRules((rule) => {
      if (!rule.selector.includes(DARK)) return;
      const media = new AtRule({ name: 'media', params: '(prefers-color-scheme: dark)', nodes: [] });
      media.append(
        rule.clone({ selector: rule.selector.replaceAll(DARK, ":root:not([data-theme='light'])") }),
      );
      rule.before(media);
    });
  },
};
