import { useRef } from 'react';
import type { Sign } from '../../../../contract/kitchen-mode/proof.ts';
import { may } from '../../../../contract/people/permissions.ts';
import { whoMay } from '../../../api/who-may.ts';
import { useQuestion, type Question } from '../../../session/approvals.ts';
import { PinDialog } from './PinDialog.tsx';
import { approveByPin } from './requests.ts';

/** Somebody who may allows one thing by a PIN, to somebody who may not; without a network, too. */
export function ApprovalDialog() {
  const question = useQuestion();
  return question && <Approval key={question.what} {...question} />;
}

function Approval({ permission, what, answer }: Question) {
  const approved = useRef<Sign>(null);
  return (
    <PinDialog
      title={`${what}?`}
      lead={`Only ${whoMay(permission)} can do this. They approve it here with their PIN.`}
      submitLabel="Approve"
      isFor={({ role }) => may(role, permission)}
      onPin={async (person, pin) => {
        const result = await approveByPin(person, pin);
        if (result.ok) approved.current = result.data;
        return result;
      }}
      onClosed={() => answer(approved.current)}
      keepLabel="Not now"
    />
  );
}
