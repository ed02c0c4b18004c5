import { NAMED_LOOK } from '../shared/look.ts';

export const STYLES = `
:host { display: block; font-family: var(--droppoint-font-family); }
:host([mode=inline]), label, header { display: flex; }
:host([mode=inline]) { flex-flow: column; }
:host([hidden]), :host([readonly]) [part=trigger] { display: none; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
p { margin: 0 0 .5rem; }
p, span { white-space: pre-line; overflow-wrap: anywhere; }
label, header { align-items: center; }
label { flex-wrap: wrap; gap: .5rem; padding: .5rem; border-bottom: 1px solid #8884; }
label:has(:checked) { background: #8882; }
span::first-line { font-weight: bold; }
input + span { flex: 1; min-width: 4rem; }
span + span { margin-inline-start: auto; text-align: end; }
input { flex: none; width: 1.5rem; height: 1.5rem; accent-color: var(--droppoint-color-primary); }
button, b { padding: .5rem 1rem; }
button, dialog { border-radius: var(--droppoint-radius, .5rem); }
button {
  min-width: 2.75rem; min-height: 2.75rem; border: 1px solid; border-color: var(--droppoint-color-outline);
  background: none; color: inherit; font: inherit;
}
:disabled { opacity: .6; }
[part=frame], progress, [name=error] { display: block; width: 100%; }
[part=frame] { flex: auto; height: 36rem; border: 0; }
progress { height: .25rem; margin-bottom: -.25rem; }
progress + iframe { opacity: 0; }
i { position: absolute; transition: 1ms allow-discrete; transition-property: all${NAMED_LOOK}; }
dialog {
  width: 72rem; height: 50rem; max-width: 100%; max-height: calc(100% - 2rem); border: 0; padding: 0; overflow: hidden;
  background: var(--droppoint-color-surface, Canvas); color: var(--droppoint-color-on-surface, CanvasText);
}
dialog [part=frame] { height: calc(100% - 2.75rem); }
b { flex: auto; }
@media (width < 48rem), (height < 48rem) { dialog { min-height: 100%; border-radius: 0; } }
header button { border: 0; }
@media print { [part=frame], button { display: none; } div { display: block; } }
`;
