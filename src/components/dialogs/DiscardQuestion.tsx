import { Button } from '@fluentui/react-components';

/** Instead of the buttons of a form that is left. */
export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <div role="alertdialog" aria-label="Discard changes?" className="g-row g-wrap g-gap-8 g-full">
      <span className="g-strong g-grow">Discard changes?</span>
      <Button onClick={onDiscard}>Discard</Button>
      <Button appearance="primary" autoFocus onClick={onKeep}>
        Keep editing
      </Button>
    </div>
  );
}
