import { readStored, writeStored } from '../page/stored.ts';

/** Tones by what a scan was: frequency in hertz, and when each begins and how long it is, in seconds. */
const tones = {
  known: [{ pitch: 1320, at: 0, length: 0.07 }],
  unknown: [
    { pitch: 330, at: 0, length: 0.13 },
    { pitch: 247, at: 0.18, length: 0.2 },
  ],
} as const;

let audio: AudioContext | undefined;

const stored = 'khatm-scan-sound';

/** False once somebody at this screen has switched the sound off. */
export const hasSound = (): boolean => readStored('local', stored) !== 'off';

export const setSound = (isOn: boolean): void => writeStored('local', stored, isOn ? 'on' : 'off');

/** Plays a high tone for a known code, two low ones for an unknown. A machine without sound stays silent. */
export function play(tone: keyof typeof tones): void {
  if (!hasSound()) return;
  try {
    audio ??= new AudioContext();
    for (const { pitch, at, length } of tones[tone]) {
      const start = audio.currentTime + at;
      const oscillator = audio.createOscillator();
      const volume = audio.createGain();
      oscillator.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, start);
      // Fades out, since a tone that stops at once ends with a click.
      volume.gain.exponentialRampToValueAtTime(0.001, start + length);
      oscillator.connect(volume).connect(audio.destination);
      oscillator.start(start);
      oscillator.stop(start + length);
    }
  } catch {
    audio = undefined;
  }
}
