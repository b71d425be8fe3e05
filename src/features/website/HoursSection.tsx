import { faultsOfTimes } from '../../components/hours/faults-of-times.ts';
import { WeekEditor } from '../../components/hours/WeekEditor.tsx';
import { saveOpeningHours } from './requests.ts';
import { SectionCard } from './SectionCard.tsx';
import type { Editor } from './use-drafts.ts';

/** The opening hours of the restaurant, by weekday. Dates and order types are in the settings. */
export function HoursSection({ editor }: { editor: Editor }) {
  return (
    <SectionCard
      section="opening_hours"
      title="Opening hours"
      what="opening hours"
      editor={editor}
      save={({ changed }) => saveOpeningHours(changed)}
      faultsOf={({ opening_hours }) => faultsOfTimes(opening_hours)}
    >
      {({ shown, errors, edit }) => (
        <>
          <p>
            Times of the restaurant ({shown.timezone}). A time that ends before it begins goes on after midnight.
            {shown.opening_hours.exceptions.length > 0 &&
              ` Your ${shown.opening_hours.exceptions.length} dates with other hours stay.`}
          </p>
          <WeekEditor
            days={shown.opening_hours.days}
            errors={errors}
            onChange={(days) => edit({ opening_hours: { ...shown.opening_hours, days } })}
          />
        </>
      )}
    </SectionCard>
  );
}
