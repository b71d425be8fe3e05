import { Button } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { shrinkImage } from '../../../files/choose/shrink-image.ts';
import { Picture } from '../../../files/Picture.tsx';
import { FilePicker } from '../../../ui/form/FilePicker.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import css from '../chatbot.module.css';
import { removePicture, saveFile, savePicture, skipStep } from '../requests.ts';
import type { StepProps } from './step-props.ts';
import { useAction } from '../../../api/use-action.ts';
import { withScheme } from './FormSteps.tsx';
import { faultOfAddress } from './fault-of-address.ts';
import { SkipButton } from './SkipButton.tsx';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';

/** The bot's picture, and the address of a file that it may quote. */
export function FilesStep({ chatbot, onNext }: StepProps) {
  const sending = useAction();
  const [address, setAddress] = useState(chatbot.file_upload_url ?? '');
  const [unreadable, setUnreadable] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const { upload_profile_pic: picture } = chatbot;

  async function choose(file: File) {
    setUnreadable('');
    const parts = await shrinkImage(file, { left: 0, top: 0, width: 1, height: 1 });
    if (!parts)
      return setUnreadable('This file cannot be read as a photo. Use a JPEG, PNG or WebP file of up to 40 MB.');
    await sending.run(() => savePicture(parts));
  }
  async function save() {
    const file_upload_url = withScheme(address);
    const fault = file_upload_url === '' ? null : faultOfAddress(file_upload_url);
    if (fault) return sending.show('', { file_upload_url: fault });
    if ((await sending.run(() => saveFile(file_upload_url)))?.ok) onNext();
  }
  async function skip() {
    if ((await sending.run(() => skipStep('files')))?.ok) onNext();
  }
  return (
    <ActionForm
      className={`g-group ${css.card}`}
      title="Picture and file"
      submitLabel="Save and continue"
      action={sending}
      onSend={save}
      other={address.trim() === '' && <SkipButton action={sending} onSkip={skip} />}
    >
      {picture && <Picture url={picture} width={320} alt="Picture of the chatbot" className={css.picture} />}
      <div className={css.buttons}>
        <Button
          aria-describedby={sending.stateId}
          disabledFocusable={sending.isBlocked}
          onClick={() => picker.current?.click()}
        >
          {picture ? 'Change picture' : 'Choose picture'}
        </Button>
        {picture && (
          <Button
            aria-describedby={sending.stateId}
            disabledFocusable={sending.isBlocked}
            onClick={() => void sending.run(removePicture)}
          >
            Remove picture
          </Button>
        )}
      </div>
      {(unreadable || sending.errors.upload_profile_pic) && (
        <p className="g-size-13 g-bad" role="alert">
          {unreadable || sending.errors.upload_profile_pic}
        </p>
      )}
      <FilePicker ref={picker} accept="image/*" label="Picture: choose a file" onChoose={(file) => void choose(file)} />
      <TextField
        label="File with more about you"
        name="file_upload_url"
        type="url"
        placeholder="https://www.example.com/about.pdf"
        hint="The public address of a PDF, text file or page, up to 2 MB. The bot may quote it."
        value={address}
        error={sending.errors.file_upload_url ?? null}
        onChange={setAddress}
      />
    </ActionForm>
  );
}
