import type { OnboardingStep } from '../../shared/contract/terminal.ts';

/** The steps of onboarding as a screen shows them. */
const onboardingSteps = ['key', 'compliance', 'series', 'production', 'done'] as const;

/** Tells how onboarding stands, step by step. */
export class StepReport {
  readonly #steps: OnboardingStep[] = onboardingSteps.map((step) => ({ step, state: 'waiting' }));
  readonly #tell: (steps: OnboardingStep[]) => void;

  constructor(tell: (steps: OnboardingStep[]) => void) {
    this.#tell = tell;
  }

  begin(name: OnboardingStep['step']): void {
    this.#endRunning('done');
    this.#change(name, { state: 'running' });
  }

  progress(name: OnboardingStep['step'], done: number, of: number): void {
    this.#change(name, { done, of });
  }

  finish(): void {
    this.#endRunning('done');
    this.#tell([...this.#steps]);
  }

  fail(): void {
    this.#endRunning('failed');
    this.#tell([...this.#steps]);
  }

  #endRunning(state: 'done' | 'failed'): void {
    for (const { step, state: now } of this.#steps) if (now === 'running') this.#set(step, { state });
  }

  #change(name: OnboardingStep['step'], change: Partial<OnboardingStep>): void {
    this.#set(name, change);
    this.#tell([...this.#steps]);
  }

  #set(name: OnboardingStep['step'], change: Partial<OnboardingStep>): void {
    const index = onboardingSteps.indexOf(name);
    const step = this.#steps[index];
    if (step !== undefined) this.#steps[index] = { ...step, ...change };
  }
}
