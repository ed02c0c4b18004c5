import type { Tone } from './pack-session.svelte.ts';

/** Notes of each sound: frequency in hertz, start and length in seconds. */
const NOTES: Readonly<Record<Tone, readonly (readonly [hertz: number, start: number, length: number])[]>> = {
  right: [[1320, 0, 0.09]],
  wrong: [
    [220, 0, 0.18],
    [165, 0.22, 0.3],
  ],
  choose: [
    [660, 0, 0.09],
    [660, 0.14, 0.09],
  ],
};
const VOLUME = 0.25;

/** Creates a player of short sounds that differ in pitch and rhythm. Silent where there is no audio. */
export function createBeeper(): (tone: Tone) => void {
  let audio: AudioContext | null = null;
  return (tone) => {
    try {
      audio ??= new AudioContext();
      void audio.resume();
      for (const note of NOTES[tone]) playNote(audio, ...note);
    } catch {
      // Colour and words say the same.
    }
  };
}

function playNote(audio: AudioContext, hertz: number, start: number, length: number): void {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.frequency.value = hertz;
  oscillator.type = 'square';
  const [from, to] = [audio.currentTime + start, audio.currentTime + start + length];
  gain.gain.setValueAtTime(VOLUME, from);
  // Without a fade, the sound would end with a click.
  gain.gain.setTargetAtTime(0, to, 0.01);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(to + 0.1);
}
