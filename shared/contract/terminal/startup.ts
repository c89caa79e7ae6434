import * as z from 'zod';
import { always, command } from '../command.ts';

/** Sizes of text and of everything around it, in percent of the usual one. */
export const textSizes = [100, 110, 125, 150, 175] as const;
export type TextSize = (typeof textSizes)[number];

export const startupSchema = z.object({
  /** True when the program starts when a person signs in to the system; absent if it cannot. */
  autostart: z.boolean().optional(),
  /** True when the till fills the screen from its start. */
  kiosk: z.boolean(),
  isLocked: z.boolean(),
  /** The size in percent. */
  textSize: z.literal(textSizes),
});
export type Startup = z.infer<typeof startupSchema>;

/** The program on this machine: when it starts, the lock of its window, and its text size. */
export const startup = {
  /** Returns the settings; nothing if the program does not have its own window. */
  'startup.get': command({ role: 'manager', output: z.object({ startup: startupSchema.optional() }) }),
  /** Changes settings. Fails with `set-by-policy` for a value that the policy sets. */
  'startup.set': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      autostart: z.boolean().optional(),
      kiosk: z.boolean().optional(),
      textSize: z.literal(textSizes).optional(),
    }),
    output: z.object({ startup: startupSchema.optional() }),
  }),
  /**
   * Lets a person choose a folder in the system's own dialog; returns none if they chose none, or there is no window.
   */
  'startup.chooseFolder': command({
    role: 'manager',
    input: z.strictObject({ from: z.string().max(1000) }),
    output: z.object({ folder: z.string().optional() }),
  }),
  /** Lets a person leave the window until the next start. */
  'startup.leaveKiosk': command({
    role: 'manager',
    needsPin: always,
    output: z.object({ startup: startupSchema.optional() }),
  }),
};
