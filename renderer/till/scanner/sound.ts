import { readStored, writeStored } from '../../ui/page/stored.ts';

/** The tones for each result of a scan: the frequency in hertz, and the beginning and length in seconds. */
const tones = {
  known: [{ pitch: 1320, at: 0, length: 0.07 }],
  unknown: [
    { pitch: 330, at: 0, length: 0.13 },
    { pitch: 247, at: 0.18, length: 0.2 },
  ],
} as const;
type Tone = (typeof tones)[keyof typeof tones][number];

const stored = 'khatm-scan-sound';

/** Returns false once somebody at this screen has switched the sound off. */
export const hasSound = (): boolean => readStored('local', stored) !== 'off';

export const setSound = (isOn: boolean): void => writeStored('local', stored, isOn ? 'on' : 'off');

export function createScanSound() {
  let audio: AudioContext | undefined;
  return {
    play(tone: keyof typeof tones): void {
      if (!hasSound()) return;
      try {
        audio ??= new AudioContext();
        for (const each of tones[tone]) playTone(audio, each);
      } catch {
        audio = undefined;
      }
    },
  };
}

function playTone(audio: AudioContext, { pitch, at, length }: Tone): void {
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
