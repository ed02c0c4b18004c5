/** Markup to insert without escaping. */
class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @type {Record<string, string>} */
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * A template that escapes its values unless they are markup. It joins lists, and renders null, undefined
 * and false as nothing.
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export function html(strings, ...values) {
  return new Markup(String.raw({ raw: strings }, ...values.map(render)));
}

/** @param {unknown} value @returns {string} */
function render(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/**
 * A whole page.
 * @param {string} title
 * @param {Markup} body
 * @param {unknown} [head]
 */
export function page(title, body, head) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Kiln &amp; Kettle</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/shop.css" />
        ${head}
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/"
            ><svg viewBox="0 0 32 32" aria-hidden="true">
              <path
                d="M8 13h15v6a7.5 7.5 0 0 1-15 0zM23 15h2.5a3 3 0 0 1 0 6H22M12.5 4c-2 2 2 3 0 5M17.5 4c-2 2 2 3 0 5"
              /></svg
            >Kiln &amp; Kettle</a
          >
          <p>An example shop of Droppoint’s. Nothing is sold here.</p>
        </header>
        ${body}
      </body>
    </html> `.text;
}

/**
 * A point near another point or an address, as a list item in the form that its button submits.
 * @param {import('./check-point.mjs').Near} near
 * @param {string} [action] URL to submit the form to, if it isn't the form's own
 */
export const offer = ({ summary, distanceMetres, texts }, action) =>
  html`<li>
    <span
      >${summary.lines.join(', ') || summary.id}
      <small>${texts?.distance ?? formatDistance(distanceMetres)}</small></span
    ><button
      name="instead"
      value="${summary.id}"
      formnovalidate
      ${action && html`formmethod="post" formaction="${action}"`}
    >
      Send it here
    </button>
  </li>`;

/** @param {number} metres */
const formatDistance = (metres) =>
  metres < 950 ? `${Math.max(10, Math.round(metres / 10) * 10)} m` : `${(metres / 1000).toFixed(1)} km`;
