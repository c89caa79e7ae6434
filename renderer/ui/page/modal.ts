/**
 * Returns true while a dialog is open, which then is the only one to receive keys and scans. Dialogs are children of
 * the body beside the screens, so that a key need not search the whole page.
 */
export function isModalOpen(): boolean {
  return [...document.body.children].some(
    (child) => child.id !== 'root' && child.querySelector('[aria-modal="true"]') !== null,
  );
}
