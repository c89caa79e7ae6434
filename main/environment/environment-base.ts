import type { Company } from '../../shared/company.ts';
import type { HandOverRule } from '../../shared/hand-over.ts';
import { keptCompany } from '../credential/kept-company.ts';
import { createContext, type EnvironmentContext } from './context.ts';
import type { BareEventType } from './events.ts';
import type { OpenResources } from './open-resources.ts';
import type { EnvironmentOptions } from './options.ts';
import type { Services } from './services.ts';
import { trainingCompany } from './training.ts';

/** The base on which each step of opening an environment builds. */
export interface EnvironmentBase {
  readonly options: EnvironmentOptions;
  readonly context: EnvironmentContext;
  readonly resources: OpenResources;
  /** Collects the parts to start and stop, in the order in which they are made. */
  readonly services: Services;
  /** Returns the company that sells here; undefined before it was entered. */
  readonly company: () => Company | undefined;
  /** Returns the shop's interpretation of the rule for uncleared invoices. */
  readonly handOver: () => HandOverRule;
  /** Emits events that carry no data, in this order. */
  readonly emit: (...types: readonly BareEventType[]) => void;
}

export function createBase(
  options: EnvironmentOptions,
  resources: OpenResources,
  services: Services,
): EnvironmentBase {
  const { ledger, sandbox } = resources;
  const context = createContext(options, ledger);
  return {
    options,
    context,
    resources,
    services,
    handOver: options.handOver ?? (() => context.profile.handOver.usual),
    company: () => keptCompany(ledger.settings) ?? (sandbox === undefined ? undefined : trainingCompany),
    emit(...types) {
      for (const type of types) context.events.emit({ type });
    },
  };
}
