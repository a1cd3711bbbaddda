/** Two soft notes: it is your turn. */
let context: AudioContext | null = null;

export function chime(): void {
  // Before the first click or key a page may make no sound, and the browser warns about one that tries.
  if (!(navigator.userActivation?.hasBeenActive ?? true)) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [i, pitch] of [523.25, 659.25].entries()) {
    const tone = context.createOscillator();
    const loud = context.createGain();
    tone.type = "sine";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, now + 0.16 * i);
    loud.gain.linearRampToValueAtTime(0.12, now + 0.16 * i + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, now + 0.16 * i + 0.5);
    tone.connect(loud).connect(context.destination);
    tone.start(now + 0.16 * i);
    tone.stop(now + 0.16 * i + 0.5);
  }
}
