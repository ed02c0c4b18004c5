const DARK = ":root[data-theme='dark']";

/**
 * Dark colours are written once, for `data-theme="dark"` on <html>. The same rule, for a visitor whose system is dark where the attribute
 * doesn't say light, is made of it here: CSS has no way to say it once for a media query and an attribute.
 * @type {import('postcss').Plugin}
 */
const followSystem = {
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

export default { plugins: [followSystem] };
