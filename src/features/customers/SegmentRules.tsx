import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { KeyValueList } from '../../components/KeyValueList.tsx';
import { customerSegments } from '../../../contract/customers/calls.ts';
import { segmentLabels } from '../../lib/segment-labels.ts';
import { segmentRules } from './labels.ts';

/** What the segments mean. Nobody sets them: they follow from the orders. */
export function SegmentRules({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog title="Segments" submitLabel="Got it" keepLabel="Close" onDo={() => true} onClose={onClose}>
      <p className="g-soft">Galley sorts your customers by their orders. Nobody has to keep this up to date.</p>
      <KeyValueList
        pairs={Object.fromEntries(customerSegments.map((segment) => [segmentLabels[segment], segmentRules[segment]]))}
      />
    </FormDialog>
  );
}
