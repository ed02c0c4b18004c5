/** Upper halves of the code pages of DOS and the Macintosh, which `TextDecoder` doesn't know. */
const UPPER_HALVES = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  'x-mac-ce':
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ' +
    'ņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
} as const;
export type CodePage = keyof typeof UPPER_HALVES;

export const isCodePage = (encoding: string): encoding is CodePage => Object.hasOwn(UPPER_HALVES, encoding);

const ASCII = 128;
/** Characters that are joined at a time. */
const CHUNK = 8192;

export function decodeCodePage(bytes: Uint8Array, page: CodePage): string {
  const upper = UPPER_HALVES[page];
  const codes = Uint16Array.from(bytes, (byte) => (byte < ASCII ? byte : upper.charCodeAt(byte - ASCII)));
  let text = '';
  for (let at = 0; at < codes.length; at += CHUNK)
    text += String.fromCharCode(...codes.subarray(at, at + CHUNK));
  return text;
}
