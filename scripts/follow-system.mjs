const DARK = ":root[data-theme='dark']";

/**
 * Dark colours are written once, for `data-theme="dark"` on <html>. This adds a copy of each such rule for a dark system theme,
 * unless the attribute is `light`: CSS can't combine a media query and an attribute in one selector.
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
