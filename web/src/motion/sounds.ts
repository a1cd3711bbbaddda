/** Quiet sounds of the table, made when they are needed: no files. */
import type { Entry } from "../game/seat.svelte";
import type { Event as GameEvent } from "../wire/protocol";

export type Sound = "card" | "claim" | "robbery" | "last-round" | "turn" | "end";

const SOUNDS: Partial<Record<GameEvent["event"], Sound>> = {
  "card-taken": "card",
  "card-drawn": "card",
  "tickets-kept": "card",
  "route-claimed": "claim",
  "station-built": "claim",
  "harbor-built": "claim",
  "row-laid": "claim",
  "train-robbed": "robbery",
  "last-turns": "last-round",
  "game-ended": "end",
};

/** What is heard of some news: each sound once. */
export function soundsOf(news: readonly Entry[]): Sound[] {
  const heard = news.flatMap(({ event }) => (event && SOUNDS[event.event]) ?? []);
  return [...new Set(heard)];
}

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Play some sounds one after the other. */
export function playSounds(sounds: readonly Sound[]): void {
  // Before the first click or key a page may make no sound, and the browser warns about one that tries.
  if (!sounds.length || !(navigator.userActivation?.hasBeenActive ?? true)) return;
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const sound of sounds) at += PLAY[sound](context, at);
}

/** Each begins at a time and tells how many seconds the next one should wait. */
const PLAY: Record<Sound, (on: AudioContext, at: number) => number> = {
  card(on, at) {
    rustle(on, at, { from: 2600, to: 900, loud: 0.07, time: 0.09 });
    return 0.12;
  },
  claim(on, at) {
    // Wheels over two joints of a rail.
    for (const beat of [0, 0.09, 0.32, 0.41])
      rustle(on, at + beat, { from: 420, to: 160, loud: 0.22, time: 0.08 });
    return 0.5;
  },
  robbery(on, at) {
    tone(on, at, { pitch: 740, to: 520, loud: 0.05, time: 0.5, wave: "triangle" });
    tone(on, at, { pitch: 932, to: 655, loud: 0.05, time: 0.5, wave: "triangle" });
    return 0.5;
  },
  "last-round"(on, at) {
    for (const beat of [0, 0.35]) {
      tone(on, at + beat, { pitch: 880, loud: 0.07, time: 0.9 });
      tone(on, at + beat, { pitch: 2217, loud: 0.02, time: 0.5 });
    }
    return 0.8;
  },
  turn(on, at) {
    tone(on, at, { pitch: 523.25, loud: 0.1, time: 0.5 });
    tone(on, at + 0.16, { pitch: 659.25, loud: 0.1, time: 0.5 });
    return 0.5;
  },
  end(on, at) {
    for (const [i, pitch] of [392, 523.25, 659.25, 783.99].entries())
      tone(on, at + 0.15 * i, { pitch, loud: 0.08, time: i === 3 ? 1.4 : 0.5 });
    return 1;
  },
};

interface Tone {
  pitch: number;
  /** Where the pitch glides. */
  to?: number;
  loud: number;
  time: number;
  wave?: OscillatorType;
}

function tone(on: AudioContext, at: number, { pitch, to, loud, time, wave = "sine" }: Tone): void {
  const source = on.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, at);
  if (to) source.frequency.exponentialRampToValueAtTime(to, at + time);
  source.connect(swell(on, at, loud, time, 0.02));
  source.start(at);
  source.stop(at + time);
}

/** Noise that runs from one pitch to another: paper, or wheels. */
function rustle(
  on: AudioContext,
  at: number,
  { from, to, loud, time }: { from: number; to: number; loud: number; time: number },
): void {
  const source = on.createBufferSource();
  source.buffer = hiss ??= noise(on);
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.8;
  band.frequency.setValueAtTime(from, at);
  band.frequency.exponentialRampToValueAtTime(to, at + time);
  source.connect(band).connect(swell(on, at, loud, time, 0.008));
  source.start(at, 0, time);
}

/** A volume that rises quickly and dies away. */
function swell(on: AudioContext, at: number, loud: number, time: number, rise: number): GainNode {
  const volume = on.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + rise);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + time);
  volume.connect(on.destination);
  return volume;
}

function noise(on: AudioContext): AudioBuffer {
  const made = on.createBuffer(1, on.sampleRate / 4, on.sampleRate);
  const samples = made.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return made;
}
